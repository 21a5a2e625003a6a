/** The language that every page and file declares (BCP 47). */
export const LANGUAGE = 'en'
