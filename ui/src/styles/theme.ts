import {
  ActionIcon,
  Autocomplete,
  Button,
  Checkbox,
  createTheme,
  Input,
  Menu,
  Modal,
  Radio,
  Select,
  Slider,
  Switch,
  Tooltip,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from "@mantine/core";
import classes from "./theme.module.css";

/** Mantine asks for ten shades; every one of them is our accent, so that no shade of its own appears. */
const accent: MantineColorsTuple = [
  "var(--accent-soft)",
  "var(--accent-soft)",
  "var(--accent-soft)",
  "var(--accent-ink)",
  "var(--accent-ink)",
  "var(--accent-ink)",
  "var(--accent)",
  "var(--accent)",
  "var(--accent-hover)",
  "var(--accent-hover)",
];

/** The look of every Mantine part. Sizes: `sm` is 24 px, `md` (the default) 30 px. */
export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: 6,
  colors: { accent },
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--font-mono)",
  fontSizes: {
    xs: "var(--text-xs)",
    sm: "var(--text-sm)",
    md: "var(--text-md)",
    lg: "var(--text-lg)",
    xl: "var(--text-xl)",
  },
  defaultRadius: 5,
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: "md", variant: "default" },
      vars: (_theme, { size, variant }) => ({
        root: {
          "--button-height": size === "sm" ? "var(--control-sm)" : "var(--control)",
          "--button-padding-x": size === "sm" || variant === "subtle" ? "var(--s-2)" : "var(--s-3)",
          "--button-fz": size === "sm" ? "var(--text-sm)" : "var(--text-md)",
        },
      }),
      classNames: { root: classes.button, section: classes.buttonSection },
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { size: 30, variant: "subtle" },
      classNames: { root: classes.actionIcon },
    }),
    Input: Input.extend({
      classNames: { input: classes.input, section: classes.inputSection },
      vars: () => ({
        wrapper: {
          "--input-height": "var(--control)",
          "--input-fz": "var(--text-md)",
          "--input-padding": "10px",
          "--input-left-section-size": "30px",
        },
      }),
    }),
    InputWrapper: Input.Wrapper.extend({
      classNames: {
        label: classes.label,
        description: classes.description,
        error: classes.fieldError,
      },
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    }),
    Select: Select.extend({
      // The list itself scrolls: a scrolling frame around it would need a focus of its own.
      defaultProps: {
        checkIconPosition: "right",
        allowDeselect: false,
        size: "md",
        withScrollArea: false,
      },
      classNames: { dropdown: classes.dropdown, options: classes.options, option: classes.option },
    }),
    Autocomplete: Autocomplete.extend({
      defaultProps: { size: "md", withScrollArea: false },
      classNames: { dropdown: classes.dropdown, options: classes.options, option: classes.option },
    }),
    Checkbox: Checkbox.extend({
      defaultProps: { size: "xs", color: "var(--ink-2)" },
      classNames: { label: classes.checkLabel, input: classes.checkInput },
    }),
    Radio: Radio.extend({
      defaultProps: { size: "xs", color: "var(--ink-2)" },
      classNames: { label: classes.checkLabel, radio: classes.checkInput },
    }),
    Switch: Switch.extend({
      defaultProps: { size: "xs" },
      classNames: { label: classes.checkLabel },
    }),
    Slider: Slider.extend({
      defaultProps: { size: 4, thumbSize: 16, label: null, color: "var(--accent-ink)" },
      classNames: {
        track: classes.sliderTrack,
        thumb: classes.sliderThumb,
        markWrapper: classes.sliderMarkWrapper,
        mark: classes.sliderMark,
        markLabel: classes.sliderMarkLabel,
      },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        transitionProps: { duration: 90, transition: "fade" },
        // The library's own element for it is a banner, and the page has one already.
        attributes: { header: { role: "presentation" } },
      },
      classNames: {
        content: classes.modal,
        header: classes.modalHeader,
        title: classes.modalTitle,
        body: classes.modalBody,
        overlay: classes.modalOverlay,
      },
    }),
    Menu: Menu.extend({
      // A menu holds items and nothing else; the focus begins at the first of them.
      defaultProps: {
        transitionProps: { duration: 90, transition: "fade" },
        withInitialFocusPlaceholder: false,
        // Our panes scroll under a head that stays, so the button of an open menu is never out of sight.
        hideDetached: false,
      },
      classNames: { dropdown: classes.dropdown, item: classes.option },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 400, transitionProps: { duration: 90, transition: "fade" } },
      classNames: { tooltip: classes.tooltip },
    }),
  },
});

const ink = {
  "--mantine-color-body": "var(--paper)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-3)",
  "--mantine-color-placeholder": "var(--ink-3)",
  "--mantine-color-default": "var(--raised)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--rule-strong)",
  "--mantine-color-disabled": "var(--sunken)",
  "--mantine-color-disabled-color": "var(--ink-3)",
  "--mantine-color-disabled-border": "var(--rule)",
  "--mantine-color-error": "var(--failed)",
  "--mantine-color-anchor": "var(--accent-ink)",
  "--mantine-primary-color-filled": "var(--accent)",
  "--mantine-primary-color-filled-hover": "var(--accent-hover)",
  "--mantine-primary-color-contrast": "var(--on-accent)",
  "--mantine-primary-color-light": "var(--accent-soft)",
  "--mantine-primary-color-light-color": "var(--accent-ink)",
};

/** Points Mantine's colours at our tokens, which switch with the colour scheme by themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    "--mantine-line-height": "var(--line)",
    "--mantine-line-height-md": "var(--line)",
    "--mantine-shadow-md": "var(--shadow-pop)",
    "--mantine-shadow-sm": "var(--shadow-sheet)",
  },
  light: ink,
  dark: ink,
});
