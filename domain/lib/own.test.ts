import { expect, test } from 'vitest'
import { own } from './own.ts'

const INHERITED = Object.getOwnPropertyNames(Object.prototype)

test.each(INHERITED)('an object has nothing of its own under %s', name => {
  expect(own({}, name)).toBeUndefined()
  expect(own(null, name)).toBeUndefined()
})

test.each(INHERITED)('what JSON has under %s is read', name => {
  expect(own(JSON.parse(`{ "${name}": 7 }`), name)).toBe(7)
})
