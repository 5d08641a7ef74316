/** A free hut mentions no tokens and prices (D-147). Every component with such text must check `config.is_free`. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Components that sell something. Their pages show FreeHut instead (client/billing/FreeHut.tsx). */
const SELLING = /^client\/(billing|tokens|gallery)\/|^client\/(admin\/money\/P(ool|ayment)\w+|ui\/TokenCount)\.tsx$/
/** Access tokens let programs in, and nobody pays with them (D-156). */
const ACCESS = /^client\/(accounts\/access-tokens\/|account-pages\/ProgramsPage\.tsx$)/
/** Does not match the token of a link. */
const SAYS = /\b(tokens|(the|no|a|every) token|(1|one) use)\b/i

test('every component that mentions tokens or uses checks config.is_free', { tags: 'D-147' }, () => {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' })
    .map(name => `client/${name}`)
    .filter(
      name =>
        /\.tsx$/.test(name) &&
        !/\.test\.|^client\/(dist|testing)\//.test(name) &&
        !SELLING.test(name) &&
        !ACCESS.test(name)
    )
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
