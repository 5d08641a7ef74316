/** Properties of helpers that format and parse: paths, queries, dates, durations, results. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clockFace, countdown, formatDuration, MONTH, parseDuration, spokenDuration } from './duration.ts'
import { fillPath, queryString } from './endpoint.ts'
import { date, flag, link, quantity, seconds, text, title, whole } from './fields.ts'
import { instant } from './instant.ts'
import { invalid, Refused, refuse } from './refusal.ts'
import { allow, conflict, deny } from './result.ts'

const anyDate = fc.date({ min: new Date(0), max: new Date(Date.UTC(2099, 11, 31)), noInvalidDate: true })

describe('dates', () => {
  test('instant parses the ISO form of a date', { tags: 'TMR-03' }, () => {
    fc.assert(
      fc.property(anyDate, day => {
        expect(instant(day.toISOString())).toBe(day.getTime())
      }),
      { seed: 110, numRuns: 500 }
    )
  })

  test('parsing a parsed date again does not change it', { tags: 'D-128' }, () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -14, max: 14 }), (day, zone) => {
        const hours = String(Math.abs(zone)).padStart(2, '0')
        const sent = day.toISOString().replace('Z', `${zone < 0 ? '-' : '+'}${hours}:00`)
        const result = z.safeParse(date, sent)
        if (!result.success) return
        expect(instant(result.data)).toBe(day.getTime() - zone * 3_600_000)
        expect(z.parse(date, result.data)).toBe(result.data)
      }),
      { seed: 111, numRuns: 300 }
    )
  })

  test('any invalid text gives the error message of a date', { tags: 'D-128' }, () => {
    fc.assert(
      fc.property(fc.string(), sent => {
        const result = z.safeParse(date, sent)
        if (!result.success) expect(result.error.issues[0]?.message).toContain('Enter a date')
      }),
      { seed: 112, numRuns: 300 }
    )
  })
})

describe('durations', () => {
  const whole = fc.integer({ min: 0, max: MONTH })

  test('the units of a duration may come in any order and case', { tags: ['BLD-22', 'BLD-34'] }, () => {
    fc.assert(
      fc.property(whole, fc.boolean(), fc.boolean(), (length, isReversed, isUpper) => {
        const pieces = formatDuration(length).split(' ')
        const typed = (isReversed ? pieces.toReversed() : pieces).join(' ')
        expect(parseDuration(isUpper ? typed.toUpperCase() : typed)).toEqual({ ok: true, seconds: length })
      }),
      { seed: 113, numRuns: 300 }
    )
  })

  test('a countdown never shows less than is left, and 00:00 only at the end', { tags: ['TMR-16', 'TMR-17'] }, () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 3 * MONTH, noNaN: true }), left => {
        const shown = countdown(left)
        const [figure = '0', unit = ''] = shown.split(' ')
        const scale = unit.startsWith('day') ? 86_400 : unit.startsWith('hour') ? 3600 : 0
        if (scale) expect(Number(figure.replaceAll(',', '')) * scale).toBeGreaterThanOrEqual(left - 0.001)
        if (left > 0.001) expect(shown).not.toBe('00:00')
      }),
      { seed: 114, numRuns: 500 }
    )
    expect(countdown(0)).toBe('00:00')
  })

  test('the figures of a clock face add up to its time', { tags: 'TMR-16' }, () => {
    fc.assert(
      fc.property(whole, length => {
        const figures = clockFace(length).split(':').map(Number)
        expect(figures.reduce((sum, figure) => sum * 60 + figure, 0)).toBe(length)
      }),
      { seed: 115, numRuns: 300 }
    )
  })

  test('spokenDuration contains no seconds', { tags: 'TMR-16' }, () => {
    fc.assert(
      fc.property(whole, length => {
        expect(spokenDuration(length)).toMatch(/^(no time|less than a minute|(\d[\d,]* (day|hour|minute)s? ?)+)$/)
      }),
      { seed: 116, numRuns: 200 }
    )
  })
})

describe('addresses', () => {
  test('a parameter fills only its own place in a path', { tags: 'D-19' }, () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (a, b) => {
        if (!a.isWellFormed() || !b.isWellFormed()) return
        const path = fillPath('/x/:a/y/:b', { a, b })
        expect(path.split('/').map(decodeURIComponent)).toEqual(['', 'x', a, 'y', b])
      }),
      { seed: 117, numRuns: 200 }
    )
  })

  test('a query string can be decoded again, except for nulls', { tags: ['API-04', 'API-05', 'API-06'] }, () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]+$/), value), fc.array(fc.integer()), (query, list) => {
        const search = new URLSearchParams(queryString({ ...query, list }))
        for (const [key, sent] of Object.entries(query)) {
          if (key === 'list' || (typeof sent === 'string' && !sent.isWellFormed())) continue
          const expected = sent === null ? null : typeof sent === 'boolean' ? (sent ? '1' : '0') : String(sent)
          expect(search.get(key)).toBe(expected)
        }
        expect(list.map((_, index) => search.get(`list[${index}]`))).toEqual(list.map(String))
      }),
      { seed: 118, numRuns: 200 }
    )
  })
})

describe('fields accept exactly the values within their limits', () => {
  const takes = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success

  test('seconds, small numbers and amounts', { tags: 'BLD-81' }, () => {
    fc.assert(
      fc.property(fc.integer({ min: -10, max: MONTH + 10 }), n => {
        expect(takes(seconds(), n)).toBe(n >= 0 && n <= MONTH)
        expect(takes(seconds(100), n)).toBe(n >= 0 && n <= 100)
        expect(takes(whole(1, 5), n)).toBe(n >= 1 && n <= 5)
        expect(takes(quantity(50), n + 0.5)).toBe(n + 0.5 >= 0 && n + 0.5 <= 50)
      }),
      { seed: 119, numRuns: 300 }
    )
  })

  test('a title is trimmed, a text is not', { tags: 'ACC-54' }, () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), typed => {
        const line = z.safeParse(title(20), typed)
        if (line.success) expect(line.data).toBe(typed.trim())
        else expect(typed.trim() === '' || typed.includes(String.fromCharCode(0)) || !typed.isWellFormed()).toBe(true)
        const whole = z.safeParse(text(20), typed)
        if (whole.success) expect(whole.data).toBe(typed)
      }),
      { seed: 120, numRuns: 300 }
    )
  })

  test.each([
    ['https://example.org/a?b=c', true],
    ['HTTP://EXAMPLE.ORG', true],
    [' https://example.org ', true],
    ['', true],
    ['example.org', false],
    ['https://', false],
    ['https://a b', false],
    ['data:text/html,x', false],
    [`https://example.org/${'x'.repeat(2000)}`, false]
  ])('the link %j is accepted: %s', { tags: 'D-79' }, (address, taken) => {
    expect(takes(link, address)).toBe(taken)
  })

  test.each([[null], [undefined], ['1'], [2], [-0.5], [{}]])('%j is no flag', { tags: 'D-69' }, value => {
    expect(takes(flag, value)).toBe(false)
  })
})

describe('results and refusals', () => {
  test('a rule allows with a value or denies with a refusal', { tags: 'D-18' }, () => {
    expect(allow(3)).toEqual({ ok: true, value: 3 })
    expect(deny({ kind: 'notFound' })).toEqual({ ok: false, refusal: { kind: 'notFound' } })
  })

  test('a conflict repeats its text in the list of errors', { tags: 'SES-070' }, () => {
    expect(conflict('No')).toEqual({ ok: false, refusal: { kind: 'conflict', message: 'No', errors: ['No'] } })
  })

  test('invalid names the field, and its text is the message', { tags: 'D-18' }, () => {
    expect(invalid('a.b', 'No')).toEqual({ kind: 'invalid', fields: { 'a.b': 'No' }, message: 'No' })
  })

  test('refuse throws Refused with the refusal', { tags: 'D-18' }, () => {
    expect(() => refuse({ kind: 'badToken' })).toThrow(Refused)
    expect(new Refused({ kind: 'tooMany', retryAfter: 3 })).toMatchObject({
      name: 'Refused',
      message: 'refused: tooMany',
      refusal: { retryAfter: 3 }
    })
  })
})
