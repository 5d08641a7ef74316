import { expect, test } from 'vitest'
import { differences, type OurPaid, type ProviderPaid, reversalDifferences } from './reconciliation.ts'

const their: ProviderPaid = { id: 'pi_1', owner: '7', amount: 1000, currency: 'usd' }
const our: OurPaid = { id: 3, provider: 'pi_1', owner: '7', amount: 1000, currency: 'usd', uses: 1000, credited: 1000 }

test.each<[string, ProviderPaid[], OurPaid[], string[]]>([
  ['no payments', [], [], []],
  ['equal payments', [their], [our], []],
  ['equal payments of a deleted user', [their], [{ ...our, owner: null }], []],
  [
    'a payment that was not credited',
    [their],
    [],
    ['pi_1 is paid at the provider (1000 usd, user 7) and has no payment here']
  ],
  ['a payment that the provider does not know', [], [our], ['payment 3 (pi_1) is paid here and not at the provider']],
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
    'a missing ledger entry',
    [their],
    [{ ...our, credited: 0 }],
    ['payment 3 (pi_1) stands for 1000 uses and its entries come to 0']
  ]
])('differences lists the differences of %s', (_, theirs, ours, found) => {
  expect(differences(theirs, ours).map(({ text }) => text)).toEqual(found)
})

test('a difference has the id of the payment and its owner', () => {
  expect(differences([{ ...their, id: 'in_1' }], [])).toMatchObject([{ id: 'in_1', owner: '7' }])
  expect(differences([], [our])).toMatchObject([{ id: 'pi_1', owner: '7' }])
})

test('reversalDifferences compares refunds and disputes', { tags: 'BIL-18' }, () => {
  const [one, other] = [
    { id: 're_1', payment: 'pi_1' },
    { id: 'du_1', payment: 'pi_2' }
  ]
  expect(reversalDifferences([one, other], [other, one])).toEqual([])
  expect(reversalDifferences([one, other], [other])).toEqual([
    { text: 're_1 took money of pi_1 back, which is not known here', id: 'pi_1', owner: null }
  ])
  expect(reversalDifferences([one], [other, one])).toEqual([
    { text: 'du_1 of pi_2 took tokens here and no money at the provider', id: 'pi_2', owner: null }
  ])
})
