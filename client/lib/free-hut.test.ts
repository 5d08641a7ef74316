/** A hut that is free says nothing of tokens or prices (D-147): each text that does so looks at `config.is_free`. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What is sold stands here; each of its pages says that the hut is free instead (client/billing/FreeHut.tsx). */
const SELLING = /^client\/(billing|tokens|gallery)\/|^client\/(accounts\/SubscriptionPanel|ui\/TokenCount)\.tsx$/
/** Not the token of a link. */
const SAYS = /\b(tokens|(the|no|a|every) token|(1|one) use)\b/i

test('every component that speaks of tokens or uses knows the hut that is free', { tags: 'D-147' }, () => {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' })
    .map(name => `client/${name}`)
    .filter(name => /\.tsx$/.test(name) && !/\.test\.|^client\/(dist|testing)\//.test(name) && !SELLING.test(name))
  const saying = files.filter(name => {
    const code = readFileSync(name, 'utf8').replaceAll(
      /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import[^;]*?from '.*'$|import\([^)]*\)/gm,
      ''
    )
    return SAYS.test(code)
  })
  expect(saying.length).toBeGreaterThan(12)
  expect(saying.filter(name => !readFileSync(name, 'utf8').includes('config.is_free'))).toEqual([])
})
