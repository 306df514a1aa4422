// Whom an invitation's link is for: `email` in the address of the way in, taken out of the address once someone is in.

export const guestHere = (): string => new URLSearchParams(location.search).get('email') ?? ''

export function forgetGuest(): void {
  const here = new URL(location.href)
  if (!here.searchParams.has('email')) return
  here.searchParams.delete('email')
  history.replaceState(history.state, '', here)
}
