/** TK, “to come”: the printers’ sign for missing text. In upper case and as a word of its own it is nothing else. */
export const PLACEHOLDER = /\bTK\b/g
