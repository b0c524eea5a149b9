import { Tooltip } from "@mantine/core";
import { cloneElement, useId, type MouseEvent, type ReactElement, type ReactNode } from "react";

type Able = {
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  disabled?: boolean | undefined;
  "data-disabled"?: boolean | undefined;
  "aria-disabled"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  children?: ReactNode;
};

type Props = Able & {
  /** Why the button does nothing now, as a sentence; none: it does. */
  not: string | null | false;
  children: ReactElement<Able>;
};

/**
 * A button that says why it does nothing now. It keeps its place in the order of the keyboard, where a disabled one has
 * none, and tells its reason to eyes and to screen readers. While something is on its way a plain `disabled` is enough.
 */
export function Why({ not, children, ...rest }: Props) {
  const id = useId();
  const off = not !== null && not !== false;
  const own = children.props;
  const act = rest.onClick ?? own.onClick;
  const button = cloneElement(children, {
    ...rest,
    ...(off
      ? {
          disabled: false,
          "data-disabled": true,
          "aria-disabled": true,
          "aria-describedby": id,
          // Also keeps a form from being sent.
          onClick: (event: MouseEvent<HTMLButtonElement>) => {
            event.preventDefault();
            event.stopPropagation();
          },
        }
      : { onClick: act }),
  });
  return (
    <>
      <Tooltip
        label={off ? not : ""}
        disabled={!off}
        multiline
        maw={320}
        events={{ hover: true, focus: true, touch: true }}
      >
        {button}
      </Tooltip>
      {off && (
        <span id={id} hidden>
          {not}
        </span>
      )}
    </>
  );
}
