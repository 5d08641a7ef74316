/** The build leaves out of modules of `domain` what pages do not need (vite.config.ts). */
import type { ESTree } from 'vite'

/**
 * Makes a module of `domain` smaller for browsers:
 * - Contracts lose their schemas, because a page sends calls by method and path, and trusts the responses.
 * - Values that a page does not use can be left out, because nothing in `domain` has an effect when it loads.
 * @param code without types
 * @param program of this code
 */
export function leanModule(code: string, program: ESTree.Program): string {
  const parts: string[] = []
  let copied = 0
  const replace = (start: number, end: number, text: string): void => {
    parts.push(code.slice(copied, start), text)
    copied = end
  }
  for (const init of program.body.flatMap(valuesOf)) {
    if (!/\(|\.\.\./.test(code.slice(init.start, init.end))) continue
    replace(init.start, init.start, '/*#__PURE__*/ (() => (')
    const contract = contractIn(init)
    if (contract) {
      const kept = contract.kept.map(one => code.slice(one.start, one.end))
      replace(contract.start, contract.end, `{${kept}}`)
    }
    replace(init.end, init.end, '))()')
  }
  parts.push(code.slice(copied))
  return parts.join('')
}

/** The values that a statement at the top of a module gives to its constants; functions are no such values. */
function valuesOf(statement: ESTree.Program['body'][number]): ESTree.Expression[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ init }) =>
    init && init.type !== 'ArrowFunctionExpression' && init.type !== 'FunctionExpression' ? [init] : []
  )
}

/** `client/lib/page.ts` and `page-cache.ts` read these keys of the contract of a page. */
const READ_OF_PAGES = ['aliases', 'personal', 'head']

interface Contract {
  start: number
  end: number
  /** Pages read these. */
  kept: ESTree.ObjectPropertyKind[]
}

/** The last argument of `endpoint(…)` or `page(…)`. */
function contractIn(init: ESTree.Expression): Contract | null {
  if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier') return null
  const { name } = init.callee
  const last = init.arguments.at(-1)
  if (!last || (name !== 'endpoint' && name !== 'page')) return null
  const { start, end } = last
  if (name === 'endpoint') return { start, end, kept: [] }
  if (last.type !== 'ObjectExpression') throw new Error('A page needs its contract in place.')
  const isRead = (key: ESTree.Node): boolean => key.type === 'Identifier' && READ_OF_PAGES.includes(key.name)
  return { start, end, kept: last.properties.filter(one => one.type === 'Property' && isRead(one.key)) }
}
