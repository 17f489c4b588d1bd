import { GCProfiler, getHeapStatistics } from 'node:v8'

/**
 * Bytes that one call allocates: what the heap grew by between its collections, and the buffers beside it.
 * @param {() => unknown} run
 * @param {number} times
 */
export async function allocatedBy (run, times) {
  await run()
  globalThis.gc()
  const buffers = countBuffers()
  const profiler = new GCProfiler()
  profiler.start()
  const { used_heap_size: begin } = getHeapStatistics()
  for (let time = 0; time < times; time++) await run()
  const { used_heap_size: end } = getHeapStatistics()
  const { statistics } = profiler.stop()
  const collected = statistics.reduce((sum, { beforeGC, afterGC }) => sum + used(beforeGC) - used(afterGC), 0)
  return (end - begin + collected + buffers.stop()) / times
}

function used ({ heapStatistics: { usedHeapSize } }) {
  return usedHeapSize
}

// V8 frees the memory of buffers when it likes, not within the collections that it reports:
// they are counted where they are made.
function countBuffers () {
  const { allocUnsafe } = Buffer
  let bytes = 0
  Buffer.allocUnsafe = size => {
    bytes += size
    return allocUnsafe(size)
  }
  return {
    stop () {
      Buffer.allocUnsafe = allocUnsafe
      return bytes
    }
  }
}
