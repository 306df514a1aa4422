// The flags of V8 that the service runs with. Those of EVERY_PROCESS are part of what kept compiled code is kept under: the service
// hands them on to its processes, and scripts/compile.cjs runs with them. A process without them strips types itself: 20 MB.

'use strict'

module.exports = {
  /**
   * Old objects are collected when they have grown by 30 %, instead of when V8 thinks fit: after
   * a mixed load a service took 254 and 259 MB, where it took 319 and 278.
   */
  EVERY_PROCESS: ['--heap-growing-percent=30'],
  /** Hardly anything outlives its request: a small space for what is new saves memory and costs nothing. */
  SERVICE: ['--max-semi-space-size=8'],
}
