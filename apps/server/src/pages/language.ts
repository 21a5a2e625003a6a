/** What everything we publish is said to be written in (BCP 47), as the pages say it themselves. */
export const LANGUAGE = 'en'
