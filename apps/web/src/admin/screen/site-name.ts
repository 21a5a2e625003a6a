/** The page arrives with the site’s name as its title. */
export const siteName = document.title
