/** "To come", the printers’ word for what is still missing. No English word has its letters in this order. */
export const PLACEHOLDER = /\bTK\b/g
