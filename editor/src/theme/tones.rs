//! The colours of tones: a fill and a text colour for each tone of each palette.
//!
//! Used by the palettes only. The safe sets follow Okabe and Ito: their colours differ in lightness as well.

use egui::Color32;
use timeloom::scene::Tone;

/// A colour for each tone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tones {
    plain: Color32,
    muted: Color32,
    accent: Color32,
    good: Color32,
    bad: Color32,
    blue: Color32,
    red: Color32,
    yellow: Color32,
    green: Color32,
    cyan: Color32,
    violet: Color32,
    black: Color32,
    white: Color32,
}

impl Tones {
    pub(super) fn get(&self, tone: Tone) -> Color32 {
        match tone {
            Tone::Plain => self.plain,
            Tone::Muted => self.muted,
            Tone::Accent => self.accent,
            Tone::Good => self.good,
            Tone::Bad => self.bad,
            Tone::Blue => self.blue,
            Tone::Red => self.red,
            Tone::Yellow => self.yellow,
            Tone::Green => self.green,
            Tone::Cyan => self.cyan,
            Tone::Violet => self.violet,
            Tone::Black => self.black,
            Tone::White => self.white,
        }
    }
}

/// Returns the colour with this hexadecimal code.
pub(super) const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// Fills of the dark palette.
pub(super) const DARK_FILLS: Tones = Tones {
    plain: rgb(0xc5_cb_d6),
    muted: rgb(0x5d_66_75),
    accent: rgb(0xa4_94_ff),
    good: rgb(0x4f_c9_88),
    bad: rgb(0xf2_6b_6b),
    blue: rgb(0x4f_97_f7),
    red: rgb(0xee_5a_68),
    yellow: rgb(0xf1_bf_4a),
    green: rgb(0x58_bd_6c),
    cyan: rgb(0x3c_c8_dc),
    violet: rgb(0xc8_7a_ea),
    black: rgb(0x3a_40_4c),
    white: rgb(0xf3_f5_f8),
};

/// Text colours of the dark palette.
pub(super) const DARK_INKS: Tones = Tones {
    plain: rgb(0xdd_e1_e8),
    muted: rgb(0x98_a0_af),
    accent: rgb(0xa4_94_ff),
    good: rgb(0x4f_c9_88),
    bad: rgb(0xf3_7b_7b),
    blue: rgb(0x60_a1_f7),
    red: rgb(0xf1_7b_86),
    yellow: rgb(0xf1_bf_4a),
    green: rgb(0x58_bd_6c),
    cyan: rgb(0x3c_c8_dc),
    violet: rgb(0xcb_83_eb),
    black: rgb(0xdd_e1_e8),
    white: rgb(0xdd_e1_e8),
};

/// Fills of the light palette.
pub(super) const LIGHT_FILLS: Tones = Tones {
    plain: rgb(0x4a_52_60),
    muted: rgb(0xa6_ae_ba),
    accent: rgb(0x5a_43_d6),
    good: rgb(0x1f_8a_50),
    bad: rgb(0xc6_34_34),
    blue: rgb(0x2c_6b_d4),
    red: rgb(0xcf_38_48),
    yellow: rgb(0xd1_93_0a),
    green: rgb(0x2f_8d_46),
    cyan: rgb(0x0b_8a_9e),
    violet: rgb(0x92_3d_b8),
    black: rgb(0x2a_2f_38),
    white: rgb(0xff_ff_ff),
};

/// Text colours of the light palette.
pub(super) const LIGHT_INKS: Tones = Tones {
    plain: rgb(0x20_25_2e),
    muted: rgb(0x54_5d_6c),
    accent: rgb(0x5a_43_d6),
    good: rgb(0x18_6b_3e),
    bad: rgb(0xae_2d_2d),
    blue: rgb(0x25_5a_b4),
    red: rgb(0xab_2e_3b),
    yellow: rgb(0x7c_56_00),
    green: rgb(0x23_69_34),
    cyan: rgb(0x0a_62_71),
    violet: rgb(0x87_38_ab),
    black: rgb(0x20_25_2e),
    white: rgb(0x20_25_2e),
};

/// Fills of the dark palette for people with any kind of colour vision.
pub(super) const DARK_SAFE_FILLS: Tones = Tones {
    good: rgb(0x1f_b8_8f),
    bad: rgb(0xf0_7d_2b),
    blue: rgb(0x56_b4_e9),
    red: rgb(0xe0_63_0c),
    yellow: rgb(0xf0_e4_42),
    green: rgb(0x0d_a8_7c),
    cyan: rgb(0xa6_ee_fa),
    violet: rgb(0xdb_8f_bb),
    ..DARK_FILLS
};

/// Text colours of the dark palette for people with any kind of colour vision.
pub(super) const DARK_SAFE_INKS: Tones = Tones {
    good: rgb(0x1f_b8_8f),
    bad: rgb(0xf0_82_33),
    blue: rgb(0x56_b4_e9),
    red: rgb(0xe7_88_46),
    yellow: rgb(0xf0_e4_42),
    green: rgb(0x2c_b3_8d),
    cyan: rgb(0xa6_ee_fa),
    violet: rgb(0xdb_8f_bb),
    ..DARK_INKS
};

/// Fills of the light palette for people with any kind of colour vision.
pub(super) const LIGHT_SAFE_FILLS: Tones = Tones {
    good: rgb(0x00_7d_5b),
    bad: rgb(0xb8_4f_00),
    blue: rgb(0x00_72_b2),
    red: rgb(0xd5_5e_00),
    yellow: rgb(0xe6_9f_00),
    green: rgb(0x00_8f_68),
    cyan: rgb(0x00_4c_5e),
    violet: rgb(0xb8_5c_90),
    ..LIGHT_FILLS
};

/// Text colours of the light palette for people with any kind of colour vision.
pub(super) const LIGHT_SAFE_INKS: Tones = Tones {
    good: rgb(0x00_69_4c),
    bad: rgb(0x9c_43_00),
    blue: rgb(0x00_62_99),
    red: rgb(0x9b_44_00),
    green: rgb(0x00_6b_4e),
    cyan: rgb(0x00_4c_5e),
    violet: rgb(0x8b_45_6d),
    ..LIGHT_INKS
};
