import { expect, test } from 'vitest'
import { differences, type OurPaid, type ProviderPaid } from './reconciliation.ts'

const their: ProviderPaid = { id: 'pi_1', owner: '7', amount: 1000, currency: 'usd' }
const our: OurPaid = { id: 3, provider: 'pi_1', owner: '7', amount: 1000, currency: 'usd', uses: 1000, credited: 1000 }

test.each<[string, ProviderPaid[], OurPaid[], string[]]>([
  ['nothing', [], [], []],
  ['the same', [their], [our], []],
  ['the same of a person who was deleted', [their], [{ ...our, owner: null }], []],
  [
    'one that was not credited',
    [their],
    [],
    ['pi_1 is paid at the provider (1000 usd, user 7) and has no payment here']
  ],
  ['one that was never paid', [], [our], ['payment 3 (pi_1) is paid here and not at the provider']],
  [
    'another amount',
    [{ ...their, amount: 999 }],
    [our],
    ['payment 3 (pi_1) is of 1000 usd here and of 999 usd at the provider']
  ],
  [
    'another owner',
    [{ ...their, owner: '8' }],
    [our],
    ['payment 3 (pi_1) is of user 7 here and of user 8 at the provider']
  ],
  [
    'no owner',
    [{ ...their, owner: null }],
    [our],
    ['payment 3 (pi_1) is of user 7 here and of user unknown at the provider']
  ],
  [
    'an entry that is missing',
    [their],
    [{ ...our, credited: 0 }],
    ['payment 3 (pi_1) stands for 1000 uses and its entries come to 0']
  ]
])('provider and ledger are compared: %s', (_, theirs, ours, found) => {
  expect(differences(theirs, ours)).toEqual(found)
})
