// The default theme without its font: the pages use the fonts of the system.
export { default } from 'vitepress/theme-without-fonts';
import './style.css';
