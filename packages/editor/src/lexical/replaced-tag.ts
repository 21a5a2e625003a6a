/** Tag of the update in which a text from elsewhere replaces the text. */
export const REPLACED_TAG = 'nightdesk-replaced'
