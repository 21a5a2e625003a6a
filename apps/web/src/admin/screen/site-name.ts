/** The server renders the page with the site’s name as its title. */
export const siteName = document.title
