import { Button, Loader, Menu, Text } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Goal } from '../../domain/goals/api.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import classes from './SessionGoals.module.css'
import { asMember, attachGoal, useAvailableGoals } from './session-goals.ts'

/** A menu that attaches one of my own goals to the session (SGL-02). */
export function AvailableGoals({ data }: { data: SessionData }) {
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<Goal | null>(null)
  const { data: goals, isError } = useAvailableGoals(isOpen)
  async function attach(goal: Goal): Promise<void> {
    await attachGoal(data, goal)
    toast.success(`“${goal.title}” now belongs to this session.`)
  }
  return (
    <>
      <Menu
        opened={isOpen}
        onChange={wanted => (wanted ? asMember(data, () => setIsOpen(true)) : setIsOpen(false))}
        position="bottom-start"
        width={300}
        shadow="md"
      >
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={18} aria-hidden />}>
            My Available Goals
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.choices}>
          {isError && <Text p="sm">We couldn’t load your goals. Close this and try again.</Text>}
          {!goals && !isError && (
            <div className={classes.loading}>
              <Loader size="sm" role="status" aria-label="Loading your goals" />
            </div>
          )}
          {goals?.map(goal => (
            <Menu.Item key={goal.id} onClick={() => setChosen(goal)}>
              {goal.title}
            </Menu.Item>
          ))}
          {goals?.length === 0 && <Text p="sm">All your open goals are already in a session.</Text>}
          {goals && <Menu.Divider />}
          {goals && (
            <Menu.Item component={Link} to="/my/goals?create=1">
              Create a Goal
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmModal
        opened={chosen !== null}
        title="Bring this goal into the session?"
        confirm="Bring it in"
        onConfirm={async () => {
          if (chosen) await attach(chosen)
        }}
        onClose={() => setChosen(null)}
      >
        Everyone who sees this session will see “{chosen?.title}”, how far you are, and what you log on it here. What
        you log elsewhere stays private, and we release the goal when the session ends.
      </ConfirmModal>
    </>
  )
}
