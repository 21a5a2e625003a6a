export const paragraph = (text: string) => ({ type: 'paragraph', children: [{ text }] })
