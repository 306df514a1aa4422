// One request to the model: structured output checked against a schema and a judge, one repair, then the fallback model;
// counts usage, price and budget. The SDK and provider are imported on first use, so that a worker with the built-in drafter
// never loads them.

import type { LanguageModel, LanguageModelUsage } from 'ai'
import type { Static, TSchema } from 'typebox'
import Value from 'typebox/value'
import type { Config } from '#config.ts'
import { DrafterFailure, type StepContext, type Usage } from '../contract.ts'
import type { Prompt } from './brief.ts'
import { createLimitedFetch, faultOf, UnusableResponse } from './fetch.ts'
import { promptText } from './wording.ts'

export type ModelConfig = Pick<Config, Extract<keyof Config, `llm${string}`>>

/** `judge` turns a well-formed response into the step's result, or throws UnusableResponse with the reason. */
type ModelCall<S extends TSchema, R> = {
  name: string
  schema: S
  prompt: Prompt
  judge: (response: Static<S>) => R
  model?: string
}

/** Neither the repair nor the fallback model brought a usable response. */
export class StillUnusable extends Error {
  override name = 'StillUnusable'
}

/** A truncated response is requested again with this much more room. */
const MORE_ROOM = 2

/** Asks, asks again with the reason if the response is unusable, then asks the fallback model. */
export async function askModel<S extends TSchema, R>(
  config: ModelConfig,
  call: ModelCall<S, R>,
  context: StepContext,
): Promise<R> {
  const models = [call.model ?? config.llmModel, config.llmFallbackModel].filter((model) => model !== '')
  let problem = ''
  for (const model of models) {
    let room = config.llmMaxTokens
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        return call.judge(await callOnce({ ...config, llmModel: model, llmMaxTokens: room }, call, problem, context))
      } catch (error) {
        if (!(error instanceof UnusableResponse)) throw error
        problem = error.message
        if (problem === CUT_OFF) room *= MORE_ROOM
      }
    }
  }
  throw new StillUnusable(`the ${call.name} stayed unusable after one repair: ${problem}`)
}

const CUT_OFF = 'it was cut off before its end'
const EMPTY = 'it was empty'
const REFUSED = 'the model refused to answer'

async function callOnce<S extends TSchema, R>(
  config: ModelConfig,
  call: ModelCall<S, R>,
  problem: string,
  context: StepContext,
): Promise<Static<S>> {
  context.signal.throwIfAborted()
  refuseOverBudget(config, context)
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import('ai')
  // The SDK would write plain text to the console, between the worker's JSON log lines.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const repair = problem === '' ? '' : `\n\n${promptText('repair', { problem })}`
  const started = performance.now()
  let tokens: LanguageModelUsage | undefined
  try {
    const result = await generateText({
      model: await openModel(config, context.signal),
      instructions: promptText('system'),
      messages: messagesOf(config, { ...call.prompt, order: call.prompt.order + repair }),
      output: Output.object({ schema: jsonSchema(structuredClone(call.schema)), name: call.name }),
      maxOutputTokens: config.llmMaxTokens,
      maxRetries: 0,
    })
    tokens = result.usage
    return checked(call.schema, result.output)
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error))
      throw faultOf(error, config.llmTimeout, context.signal) ?? new UnusableResponse(NO_JSON)
    tokens = error.usage ?? tokens
    if (error.finishReason === 'length') throw new UnusableResponse(CUT_OFF)
    if (error.finishReason === 'content-filter') throw new UnusableResponse(REFUSED)
    if ((error.text ?? '').trim() === '') throw new UnusableResponse(EMPTY)
    return checked(call.schema, readFenced(error.text!))
  } finally {
    context.addUsage(usageOf(config, tokens, (performance.now() - started) / 1_000))
  }
}

function usageOf(config: ModelConfig, tokens: LanguageModelUsage | undefined, seconds: number): Usage {
  const [input, output] = [tokens?.inputTokens ?? 0, tokens?.outputTokens ?? 0]
  const amount = (input * config.llmPriceIn + output * config.llmPriceOut) / 1e6
  const isPriced = config.llmPriceIn > 0 || config.llmPriceOut > 0
  return {
    provider: config.llmProvider,
    model: config.llmModel,
    input_tokens: input,
    output_tokens: output,
    cached_tokens: tokens?.inputTokenDetails?.cacheReadTokens ?? 0,
    calls: 1,
    seconds,
    cost: isPriced ? { amount, currency: 'USD' } : null,
  }
}

function refuseOverBudget({ llmBudget }: ModelConfig, { used }: StepContext): void {
  const so = used?.()
  if (llmBudget === 0 || !so || so.input_tokens + so.output_tokens < llmBudget) return
  throw new DrafterFailure(
    `The job has used its budget of ${llmBudget.toLocaleString('en')} tokens (GALLEY_LLM_BUDGET).`,
    { retryable: false },
  )
}

/** Most providers cache the shared parts by themselves; Anthropic's have to be marked. */
function messagesOf({ llmProvider }: ModelConfig, { shared, order }: Prompt) {
  if (llmProvider !== 'anthropic') return [{ role: 'user' as const, content: [...shared, order].join('\n\n') }]
  const cacheOptions = { anthropic: { cacheControl: { type: 'ephemeral' as const } } }
  return [
    {
      role: 'user' as const,
      content: [
        ...shared.map((text) => ({ type: 'text' as const, text, providerOptions: cacheOptions })),
        { type: 'text' as const, text: order },
      ],
    },
  ]
}

async function openModel(config: ModelConfig, signal: AbortSignal): Promise<LanguageModel> {
  const { llmApiKey: apiKey, llmModel: model, llmBaseUrl: baseURL } = config
  const fetch = createLimitedFetch(config.llmTimeout, signal)
  if (config.llmProvider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey, fetch, ...(baseURL === '' ? {} : { baseURL }) })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const key = apiKey === '' ? {} : { apiKey }
  return createOpenAICompatible({ name: 'model', baseURL, fetch, supportsStructuredOutputs: true, ...key })(model)
}

function checked<S extends TSchema>(schema: S, response: unknown): Static<S> {
  if (Value.Check(schema, response)) return response
  const [error] = Value.Errors(schema, response)
  throw new UnusableResponse(
    error ? `${error.instancePath || 'the response'} ${error.message}` : 'it does not fit the schema',
  )
}

const NO_JSON = 'it was not the JSON that was asked for'

/** Some models put their JSON into a code fence, or a sentence around it. */
function readFenced(text: string): unknown {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (from < 0 || to < from) throw new UnusableResponse(NO_JSON)
  try {
    return JSON.parse(text.slice(from, to + 1))
  } catch {
    throw new UnusableResponse(NO_JSON)
  }
}
