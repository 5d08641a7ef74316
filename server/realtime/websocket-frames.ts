/**
 * Messages that go out in one write. The frames of a server (RFC 6455, 5.2) are not masked, so they are the same for
 * every socket of a room and made once.
 */
import type { FromServer } from '../../domain/sessions/live.ts'

const FINAL_TEXT = 0x81
const TWO_BYTES = 126
const EIGHT_BYTES = 127

export interface Burst {
  /** Each message as JSON. */
  texts: string[]
  /** The same as WebSocket frames, one after the other. */
  frames: Buffer
}

export function burstOf(...messages: FromServer[]): Burst {
  return burstOfTexts(messages.map(message => JSON.stringify(message)))
}

export function burstOfTexts(texts: string[]): Burst {
  const frames = texts.map(frameOf)
  return { texts, frames: frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames) }
}

function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const start = length < TWO_BYTES ? 2 : length < 0x10000 ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = FINAL_TEXT
  if (start === 2) {
    frame[1] = length
  } else if (start === 4) {
    frame[1] = TWO_BYTES
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = EIGHT_BYTES
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, start)
  return frame
}
