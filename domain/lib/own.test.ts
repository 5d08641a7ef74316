import { expect, test } from 'vitest'
import { own } from './own.ts'

const INHERITED = Object.getOwnPropertyNames(Object.prototype)

test.each(INHERITED)('own does not return the inherited %s', name => {
  expect(own({}, name)).toBeUndefined()
  expect(own(null, name)).toBeUndefined()
})

test.each(INHERITED)('own returns %s from JSON', name => {
  expect(own(JSON.parse(`{ "${name}": 7 }`), name)).toBe(7)
})
