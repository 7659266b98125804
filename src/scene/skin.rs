//! Names of skins: sets of pictures that a level may ask for.
//!
//! Used by rulesets when they read a level, and by painters when they look for the folder of that name. Knows no folder
//! and no picture.

/// Most letters of a name.
pub const LONGEST: usize = 40;

/// Checks that a name can be that of a folder on every system, and leads out of none; the error is a sentence.
pub fn check(name: &str) -> Result<(), String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if !name.is_empty() && name.len() <= LONGEST && name.chars().all(is_plain) {
        return Ok(());
    }
    Err(format!(
        "`skin` is the name of a folder: write up to {LONGEST} letters (a to z), digits, - and _, such as \"paper\""
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leads_out_of_its_folder_is_none() {
        for name in ["paper", "Paper-2", "under_score"] {
            assert_eq!(check(name), Ok(()));
        }
        for name in ["", "..", "a/b", "a\\b", "C:", "a b", "é", &"x".repeat(LONGEST + 1)] {
            assert!(check(name).is_err_and(|error| error.contains("folder")), "{name}");
        }
    }
}
