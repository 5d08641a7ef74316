/**
 * Finds objects that are indexed by an arbitrary word: `object[word]`, `word in object`, `{ [word]: x } = object`. An
 * object inherits `constructor`, `valueOf` and ten more names, which people and programs may send. The linter has no
 * types, so this uses the compiler. It allows a key that can only be one of some literals, a number, or a text with a
 * dot or a space in it.
 */
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import {
  isBinaryExpression,
  isBindingElement,
  isComputedPropertyName,
  isConditionalExpression,
  isElementAccessExpression,
  isTemplateExpression
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'

const UNKNOWN =
  TypeFlags.Any | TypeFlags.Unknown | TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping

/**
 * Returns each place as `path:line code`.
 * @param folder has a tsconfig.json
 * @param isChecked selects the files to check, by their path in the folder
 */
export function findWordKeys(folder: string, isChecked: (path: string) => boolean): string[] {
  const api = new API({ cwd: folder })
  try {
    const config = `${folder}/tsconfig.json`
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} cannot be read`)
    const { program, checker } = project
    const paths = program.getSourceFileNames().filter(name => name.startsWith(`${folder}/`))
    return paths.flatMap(name => {
      const path = name.slice(folder.length + 1)
      const file = isChecked(path) ? program.getSourceFile(name) : undefined
      if (!file) return []
      const places = placesIn(file)
      const types = places.length === 0 ? [] : checker.getTypeAtLocation(places.map(({ key }) => key))
      const isFound = (_: Place, index: number): boolean => mayBeAnyWord(checker, types[index])
      return places.filter(isFound).map(({ node }) => {
        const line = file.text.slice(0, node.end).split('\n').length
        return `${path}:${line} ${file.text.slice(node.pos, node.end).trim()}`
      })
    })
  } finally {
    api.close()
  }
}

interface Place {
  node: Node
  key: Node
}

function placesIn(file: Node): Place[] {
  const places: Place[] = []
  const visit = (node: Node): void => {
    const key = keyIn(node)
    if (key && !isMarked(key)) places.push({ node, key })
    node.forEachChild(visit)
  }
  visit(file)
  return places
}

/** The key in this expression, if it indexes an object. */
function keyIn(node: Node): Node | undefined {
  if (isElementAccessExpression(node)) return node.argumentExpression
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) return node.left
  if (!isComputedPropertyName(node) || !isBindingElement(node.parent)) return undefined
  // A key that is destructured into `_` is discarded.
  return node.parent.name?.getText() === '_' ? undefined : node.expression
}

/** Whether the text has a dot or a space, which no inherited name has. */
function isMarked(key: Node): boolean {
  if (isConditionalExpression(key)) return isMarked(key.whenTrue) && isMarked(key.whenFalse)
  if (!isTemplateExpression(key)) return false
  return [key.head, ...key.templateSpans.map(({ literal }) => literal)].some(({ text }) => /[. ]/.test(text))
}

function mayBeAnyWord(checker: Checker, type: Type | undefined): boolean {
  if (!type) return true
  if (type.isUnionType() || type.isIntersectionType()) return type.getTypes().some(one => mayBeAnyWord(checker, one))
  if (type.isTypeParameter()) return mayBeAnyWord(checker, checker.getBaseConstraintOfType(type))
  return (type.flags & UNKNOWN) !== 0
}
