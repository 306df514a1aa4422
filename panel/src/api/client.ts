// The panel's API client: galley-client with the browser's session. On a 401 it renews the session once; it asks for a proof
// or second step where the service requires one; other errors are thrown as ApiError with a readable text. Knows no React.
// Doesn't retry: TanStack Query retries reads.

import { type CallArgs, connect, type GalleyClient, type Operation, type ResponseOf } from 'galley-client/client.ts'
import { ResponseError } from 'galley-client/errors.ts'
import type { NotAllowedOut, SecondFactorNeeded } from 'galley-client/schema.ts'
import { ApiError } from './errors.ts'

export const galley = connect('', { attempts: 1 })

type Renew = () => Promise<boolean>
let renewSession: Renew = async () => false
/** Set by the session; returns whether the session was renewed. */
export const onUnauthenticated = (renew: Renew): void => {
  renewSession = renew
}

/** Each returns undefined if the person declines. */
type AskingPerson = {
  proof: () => Promise<true | undefined>
  /** Resolves to the response of the completed sign-in. */
  secondStep: (asked: unknown) => Promise<unknown>
  setUp: () => Promise<true | undefined>
}
let asking: AskingPerson | undefined
/** Set by the session: how to ask the person when a request requires a proof first. */
export const onAsked = (ways: AskingPerson): void => {
  asking = ways
}

/** Whether a refused request is worth repeating; for requests without `call`. */
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

/** For a client with another transport (uploading.ts). */
export const callWith = <K extends Operation>(
  client: GalleyClient,
  operation: K,
  ...args: CallArgs<K>
): Promise<ResponseOf<K>> => forPeople(afterAsking(renewing(operation, () => client.call(operation, ...args))))

/** For responses whose headers matter. */
export const respond = <K extends Operation>(operation: K, ...args: CallArgs<K>): Promise<Response> =>
  forPeople(renewing(operation, () => galley.respond(operation, ...args))())

/** Repeats a request after renewing the session. */
const renewing =
  <T>(operation: Operation, send: () => Promise<T>) =>
  (): Promise<T> =>
    send().catch(async (error: unknown) => {
      const isExpired = error instanceof ResponseError && error.status === 401 && !WITHOUT_RENEWAL.has(operation)
      if (isExpired && (await renewSession())) return send()
      throw error
    })

/** Repeats a request after the person has given what the service requires. */
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
    // An aborted request hasn't failed; anything else that fetch throws is a connection error.
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) throw error
    throw new ApiError(0, undefined)
  }
}
