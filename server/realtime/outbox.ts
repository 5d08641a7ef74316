/**
 * Writes text frames to many sockets cheaply. A frame that goes to a whole room is made once, not once for each
 * socket, and what follows within a few milliseconds of a first frame leaves together: a lone message does not wait,
 * a burst costs each socket one write. `ws` reads and keeps the connection; without compression nothing of its own
 * queues here, so whole frames may be written beside it.
 */
import type { Duplex } from 'node:stream'

const GATHER_MS = 10

export interface Outbox {
  /** May wait a moment for others. */
  write: (stream: Duplex, text: Buffer) => void
  /** Leaves now, after what waits; for what measures time. */
  writeNow: (stream: Duplex, text: Buffer) => void
}

export function createOutbox(): Outbox {
  /** A text that goes to many sockets is the same object each time. */
  const frames = new WeakMap<Buffer, Buffer>()
  /** Streams that hold back what is written; null while everything leaves at once. */
  let gathering: Set<Duplex> | null = null
  let begun = false

  const framed = (text: Buffer): Buffer => {
    const known = frames.get(text)
    if (known) return known
    const frame = frameText(text)
    frames.set(text, frame)
    return frame
  }

  const release = (): void => {
    const streams = gathering ?? []
    gathering = null
    begun = false
    for (const stream of streams) stream.uncork()
  }

  return {
    write(stream, text) {
      if (gathering && !gathering.has(stream)) {
        gathering.add(stream)
        stream.cork()
      }
      stream.write(framed(text))
      if (begun) return
      begun = true
      // The rest of this room gets the first frame at once too; then gathering begins.
      setImmediate(() => {
        if (begun) gathering ??= new Set()
      })
      setTimeout(release, GATHER_MS)
    },
    writeNow(stream, text) {
      stream.write(framed(text))
      if (gathering?.delete(stream)) stream.uncork()
    }
  }
}

/** RFC 6455, 5.2: one final text frame, which a server does not mask. */
function frameText(text: Buffer): Buffer {
  const { length } = text
  if (length < 126) return Buffer.concat([Buffer.from([0x81, length]), text])
  const header = Buffer.alloc(length < 65_536 ? 4 : 10)
  header[0] = 0x81
  if (length < 65_536) {
    header[1] = 126
    header.writeUInt16BE(length, 2)
  } else {
    header[1] = 127
    header.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([header, text])
}
