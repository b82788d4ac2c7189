//! The Discord face of Gatemaster: commands, buttons, rendering
