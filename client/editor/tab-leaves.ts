import { Plugin } from 'ckeditor5'

const COMMANDS = new Map([
  [']', 'indent'],
  ['[', 'outdent']
])

/**
 * Tab leaves the editor, as it leaves any field. In a table it moves to the next cell, and in code it indents
 * (PUB-101). Ctrl+] and Ctrl+[ indent like the toolbar buttons (Cmd on a Mac).
 */
export class TabLeaves extends Plugin {
  init(): void {
    const { editor } = this
    editor.editing.view.document.on<ViewKeydown>(
      'keydown',
      (event, { domEvent }) => {
        const { key, ctrlKey, metaKey, altKey } = domEvent
        if (key === 'Tab' && !ctrlKey && !metaKey && !altKey && !this.needsTab()) event.stop()
        const command = COMMANDS.get(key)
        if (!command || altKey || !(ctrlKey || metaKey)) return
        domEvent.preventDefault()
        event.stop()
        if (editor.commands.get(command)?.isEnabled) editor.execute(command)
      },
      { priority: 'highest' }
    )
  }

  private needsTab(): boolean {
    const at = this.editor.model.document.selection.getFirstPosition()
    return ['tableCell', 'codeBlock'].some(name => at?.findAncestor(name) != null)
  }
}

type ViewKeydown = { name: 'keydown'; args: [{ domEvent: KeyboardEvent }] }
