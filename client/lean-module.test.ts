import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { leanModule } from './lean-module.ts'

const lean = (code: string): string => leanModule(code, parseSync('module.js', code).program)

test('a call keeps its method and path only', () => {
  expect(lean("export const join = endpoint('POST', '/api/join', { body: z.object({ code }), guests: true })")).toBe(
    "export const join = /*#__PURE__*/ (() => (endpoint('POST', '/api/join', {})))()"
  )
  expect(lean("const leave = endpoint('POST', '/api/leave', simple)")).toContain("endpoint('POST', '/api/leave', {})")
})

test('a page keeps its addresses, its head and the title that visitors see', () => {
  const terms = "aliases: ['/goals'],personal: 'My Goals',head: ({ goal }) => ({ title: goal.title })"
  expect(lean(`export const goalPage = page('/my/goals', { data: z.object({ goal }),${terms} })`)).toBe(
    `export const goalPage = /*#__PURE__*/ (() => (page('/my/goals', {${terms}})))()`
  )
})

test('a contract of a page that is made elsewhere is refused, because its schema would stay', () => {
  expect(() => lean("const goalPage = page('/my/goals', terms)")).toThrow('A page needs its contract in place.')
})

test('a value that something computes can be left out, and functions and plain values stay as they are', () => {
  expect(lean('export const title = text(255)')).toBe('export const title = /*#__PURE__*/ (() => (text(255)))()')
  expect(lean('const all = { ...some }')).toBe('const all = /*#__PURE__*/ (() => ({ ...some }))()')
  for (const kept of [
    'const DAY = 86_400',
    'const half = (n) => n / 2',
    'function twice(n) { return n * 2 }',
    'call()'
  ])
    expect(lean(kept)).toBe(kept)
})
