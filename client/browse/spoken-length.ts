import { shortDuration, spokenDuration } from '../../domain/lib/duration.ts'

/** How long a plan takes: in words, with its seconds where it has some, since the words round up to minutes. */
export function spokenLength(seconds: number): string {
  return seconds % 60 === 0 ? spokenDuration(seconds) : shortDuration(seconds)
}
