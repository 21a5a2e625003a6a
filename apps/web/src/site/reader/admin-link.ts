import { read } from '../../local-storage.ts'

/** Shows the link to the admin while signed in. A sign-in or sign-out in another tab applies at once. */
export function showAdminLink(): void {
  const link = document.querySelector<HTMLElement>('[data-admin-link]')
  if (!link) return
  const update = () => {
    link.hidden = !read('token')
  }
  update()
  addEventListener('storage', update)
}
