import type { Done } from './done.ts'

const TIMES = /^([\d.,]+) times?$/

/** Returns "Keep your 10 squats" for what a guest did, as `doneOf` lists it. */
export function keepText(done: readonly Done[]): string {
  const [first, ...rest] = done
  if (!first) return 'Keep your place here'
  const more = rest.length > 0 ? ' and more' : ''
  const [, count] = TIMES.exec(first.text) ?? []
  if (count === undefined) return `Keep your ${first.text}${more}`
  const isOneWord = !/\s/.test(first.title.trim())
  const some = count === '1' ? '' : `${count} `
  return isOneWord
    ? `Keep your ${some}${first.title.toLowerCase()}${more}`
    : `Keep “${first.title}”: ${first.text}${more}`
}
