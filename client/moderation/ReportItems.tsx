import { Menu } from '@mantine/core'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs'
import { isModerator } from '../../domain/accounts/user.ts'
import { useUser } from '../lib/user.ts'
import { askReport, type Reported } from './report.ts'

interface Props {
  about: Reported
  /** Names it when the menu is about several things, such as "picture". */
  what?: string
}

/** The items of a menu with which everyone reports something, and moderators hide it. */
export function ReportItems({ about, what = '' }: Props) {
  const canHide = isModerator(useUser())
  const named = what === '' ? '' : ` the ${what}`
  return (
    <>
      <Menu.Item leftSection={<IconFlag size={18} aria-hidden />} onClick={() => askReport(about)}>
        Report{named}
      </Menu.Item>
      {canHide && (
        <Menu.Item leftSection={<IconEyeOff size={18} aria-hidden />} onClick={() => askReport(about, true)}>
          Hide{named}
        </Menu.Item>
      )}
    </>
  )
}
