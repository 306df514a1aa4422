// A menu behind a button, loaded when the button is pressed (lazyMenu).

import { Menu, type MenuItemProps, type MenuProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'

type Props = Pick<MenuProps, 'width' | 'position'> & { button: ReactElement; children: ReactNode }

/** Opens once its button has the focus, which returns there. */
export function ActionMenu({ button, children, ...rest }: Props) {
  const [opened, onChange] = useState(false)
  useEffect(() => onChange(true), [])
  return (
    <Menu opened={opened} onChange={onChange} {...rest}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type ItemProps = Pick<MenuItemProps, 'color' | 'disabled'> & {
  icon: Icon
  label: string
  onClick?: () => void
  /** Renders the item as a link. */
  renderRoot?: (props: object) => ReactNode
  /** Shown below the label. */
  children?: ReactNode
}

export const Item = ({ icon: Picture, label, children, ...rest }: ItemProps) => (
  <Menu.Item leftSection={<Picture size={16} aria-hidden />} {...rest}>
    {label}
    {children}
  </Menu.Item>
)
