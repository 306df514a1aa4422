// The panel's way to the service: galley-client in a browser's session. Renews the session once on a 401, asks the person to
// confirm that it is them where the service wants that, and throws an ApiError, in words for people, for every response
// other than success. Knows no React. Nothing is repeated here: TanStack Query repeats what it reads, and people what they do.

import { type CallArgs, connect, type GalleyClient, type Operation, type ResponseOf } from 'galley-client/client.ts'
import { ResponseError } from 'galley-client/errors.ts'
import type { NotAllowedOut, SecondFactorNeeded } from 'galley-client/schema.ts'
import { ApiError } from './errors.ts'

export const galley = connect('', { attempts: 1 })

type Renew = () => Promise<boolean>
let renewSession: Renew = async () => false
/** onUnauthenticated is set by the session: it tries to renew, and returns whether a retry is worth it. */
export const onUnauthenticated = (renew: Renew): void => {
  renewSession = renew
}

/** Each asks the person, and gives undefined when they do not want to. */
type AskingPerson = {
  proof: () => Promise<true | undefined>
  /** secondStep brings the response of the sign-in that waits for it. */
  secondStep: (asked: unknown) => Promise<unknown>
  setUp: () => Promise<true | undefined>
}
let asking: AskingPerson | undefined
/** onAsked is set by the session: what a person is asked when a request is refused until they have done it. */
export const onAsked = (ways: AskingPerson): void => {
  asking = ways
}

/** renewed returns whether a refused request is worth repeating: for ways to the service other than `call`. */
export const renewed = (): Promise<boolean> => renewSession()

const WITHOUT_RENEWAL = new Set<string>([
  'POST /auth/login',
  'POST /auth/verify-code',
  'POST /auth/refresh',
  'POST /auth/register',
  'POST /auth/second-factor',
  'POST /auth/second-factor/options',
])

export const call = <K extends Operation>(operation: K, ...args: CallArgs<K>): Promise<ResponseOf<K>> =>
  callWith(galley, operation, ...args)

/** callWith is for a client that sends its requests in another way (uploading.ts). */
export const callWith = <K extends Operation>(
  client: GalleyClient,
  operation: K,
  ...args: CallArgs<K>
): Promise<ResponseOf<K>> => forPeople(afterAsking(renewing(operation, () => client.call(operation, ...args))))

/** respond is for the few responses whose headers say something that their body does not. */
export const respond = <K extends Operation>(operation: K, ...args: CallArgs<K>): Promise<Response> =>
  forPeople(renewing(operation, () => galley.respond(operation, ...args))())

/** renewing sends a request again once the session is renewed. */
const renewing =
  <T>(operation: Operation, send: () => Promise<T>) =>
  (): Promise<T> =>
    send().catch(async (error: unknown) => {
      const isExpired = error instanceof ResponseError && error.status === 401 && !WITHOUT_RENEWAL.has(operation)
      if (isExpired && (await renewSession())) return send()
      throw error
    })

/** afterAsking sends a request again once the person has done what the service wants first. */
async function afterAsking<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ResponseError) || error.status !== 403 || !asking) throw error
    const { step_up, second_factor, second_factor_setup } = (error.body ?? {}) as NotAllowedOut & SecondFactorNeeded
    const answered = second_factor ? await asking.secondStep(second_factor) : undefined
    if (answered !== undefined) return answered as T
    const isDone = (step_up && (await asking.proof())) || (second_factor_setup && (await asking.setUp()))
    if (!isDone) throw error
    return send()
  }
}

async function forPeople<T>(response: Promise<T>): Promise<T> {
  try {
    return await response
  } catch (error) {
    if (error instanceof ResponseError) throw new ApiError(error.status, error.body, error.headers.get('retry-after'))
    // What was called off has not failed; whatever else fetch throws is a connection that failed.
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) throw error
    throw new ApiError(0, undefined)
  }
}
