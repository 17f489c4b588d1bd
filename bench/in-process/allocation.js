import { getHeapStatistics, GCProfiler } from 'node:v8'

/**
 * Bytes that one call allocates, on the heap and beside it: what the heap grew by between its collections.
 * @param {() => unknown} run
 * @param {number} times
 */
export async function allocatedBy (run, times) {
  await run()
  globalThis.gc()
  const profiler = new GCProfiler()
  profiler.start()
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  const begin = heap + external
  for (let time = 0; time < times; time++) await run()
  const { used_heap_size: heapNow, external_memory: externalNow } = getHeapStatistics()
  const { statistics } = profiler.stop()
  const collected = statistics.reduce((sum, { beforeGC, afterGC }) => sum + used(beforeGC) - used(afterGC), 0)
  return (heapNow + externalNow - begin + collected) / times
}

function used ({ heapStatistics: { usedHeapSize, externalMemory } }) {
  return usedHeapSize + externalMemory
}
