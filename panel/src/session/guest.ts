// What a link to the way in says: whom an invitation is for (`email`), or that it makes the first administrator (`setup`). Both
// are taken out of the address once someone is in.

export const guestHere = (): string => new URLSearchParams(location.search).get('email') ?? ''

export const setupTokenHere = (): string | undefined => new URLSearchParams(location.search).get('setup') ?? undefined

export function forgetGuest(): void {
  const here = new URL(location.href)
  if (!here.searchParams.has('email') && !here.searchParams.has('setup')) return
  here.searchParams.delete('email')
  here.searchParams.delete('setup')
  history.replaceState(history.state, '', here)
}
