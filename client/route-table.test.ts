// @vitest-environment node
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { allContracts } from '../testing/contracts.ts'
import { routeTable } from './route-table.ts'

test('the file of each route has a component of its name', () => {
  for (const { module } of routeTable) {
    const source = readFileSync(`${import.meta.dirname}/${module}`, 'utf8')
    expect(source).toContain(`export function ${basename(module, '.tsx')}()`)
  }
})

test('every address belongs to one page', () => {
  const paths = routeTable.flatMap(route => route.paths)
  expect(paths).toEqual([...new Set(paths)])
})

test('every page has the addresses of its contract, its own path first', { tags: 'API-11' }, async () => {
  const { pages } = await allContracts()
  const contracts = pages.map(({ path, aliases = [] }) => [path, ...aliases])
  expect(routeTable.map(({ paths }) => paths).sort()).toEqual(contracts.sort())
})

test('the personal routes are those with a personal contract', { tags: 'MYS-12' }, async () => {
  const { pages } = await allContracts()
  const contracts = pages.filter(({ personal }) => personal).map(({ path }) => path)
  expect(
    routeTable
      .filter(({ personal }) => personal)
      .map(({ paths }) => paths[0])
      .sort()
  ).toEqual(contracts.sort())
})
