// Loaded before a program (`node --import`), it sets that process's clock wrong by SKEW_SECONDS, as a machine without a time
// service does. The monotonic clock stays right.

const skewMs = Number(process.env.SKEW_SECONDS ?? 0) * 1_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + skewMs)
    else super(...given)
  }

  static override now(): number {
    return RealDate.now() + skewMs
  }
} as DateConstructor
