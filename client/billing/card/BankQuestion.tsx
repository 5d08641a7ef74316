import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '../../ui/Dialog.tsx'

export type Answer = (outcome: 'complete' | 'fail') => void

/** Imitates the bank's page. `answer` is null while the bank asks nothing. */
export function BankQuestion({ answer }: { answer: Answer | null }) {
  return (
    <Dialog opened={answer !== null} onClose={() => answer?.('fail')} title="Authenticate your card" size="26rem">
      <Text>Your bank would ask you to confirm it’s you here. In the sandbox, you choose.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => answer?.('fail')}>
          Fail
        </Button>
        <Button onClick={() => answer?.('complete')} data-autofocus>
          Complete
        </Button>
      </Group>
    </Dialog>
  )
}
