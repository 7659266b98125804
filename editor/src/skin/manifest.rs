//! Reads `skin.toml`: which picture shows what.
//!
//! Part of skins. A mistake costs only itself: what is right is used, and the rest is told in sentences with the key and
//! what to do. Opens no pictures.

use std::path::{Component, Path};

use toml::{Table, Value};

use super::{MANIFEST, MOST_PICTURES, PictureKey};

/// Contents of a `skin.toml`.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Manifest {
    /// Name for people, if it has one.
    pub(super) title: Option<String>,
    /// The pictures with the keys that name them and their files.
    pub(super) pictures: Vec<NamedPicture>,
    /// Sentences about everything that is wrong.
    pub(super) complaints: Vec<String>,
}

/// A picture that a skin names.
#[derive(Debug, PartialEq)]
pub(super) struct NamedPicture {
    pub(super) key: PictureKey,
    /// The key as written.
    pub(super) name: String,
    /// Name of the file in the folder of the skin.
    pub(super) file: String,
}

/// Finds the picture that a key names.
type FindKey = fn(&str) -> Option<PictureKey>;

const SECTIONS: [(&str, FindKey, &str); 2] = [
    ("pictures", PictureKey::named, "name a kind such as player, guard-north, tile-blue or floor"),
    ("walls", PictureKey::of_wall, "name the sides with walls in the order n, e, s, w, such as es, or alone"),
];

impl Manifest {
    /// Reads the text of a `skin.toml`.
    pub(super) fn parse(text: &str) -> Self {
        let mut manifest = Self::default();
        match text.parse::<Table>() {
            Ok(table) => table.iter().for_each(|(key, value)| manifest.entry(key, value)),
            Err(error) => {
                let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
                manifest.complain(format!("line {line}: {}; fix it, and the skin is used", error.message()));
            }
        }
        manifest.bound();
        manifest
    }

    fn complain(&mut self, sentence: impl std::fmt::Display) {
        self.complaints.push(format!("{MANIFEST}: {sentence}"));
    }

    fn entry(&mut self, key: &str, value: &Value) {
        let section = SECTIONS.iter().find(|(name, ..)| *name == key);
        match (key, value, section) {
            ("name", Value::String(title), _) => self.title = Some(title.clone()),
            ("author" | "license", Value::String(_), _) => {}
            (_, Value::Table(table), Some((_, find, advice))) => {
                table.iter().for_each(|(name, file)| self.picture(key, name, file, *find, advice));
            }
            ("name" | "author" | "license", ..) => self.complain(format!("`{key}` must be a text in quotes")),
            (_, _, Some(_)) => {
                self.complain(format!("`{key}` must be a table: write [{key}] and the pictures below it"));
            }
            _ => self
                .complain(format!("`{key}` is not known: use name, author, license, [pictures] and [walls]")),
        }
    }

    fn picture(&mut self, section: &str, name: &str, file: &Value, find: FindKey, advice: &str) {
        let Some(key) = find(name) else {
            return self.complain(format!("`{name}` in [{section}] is no picture of a skin: {advice}"));
        };
        match file.as_str().map(|file| (file, wrong_file(file))) {
            Some((file, None)) => {
                self.pictures.push(NamedPicture { key, name: name.to_owned(), file: file.to_owned() });
            }
            Some((file, Some(wrong))) => self.complain(format!("`{name}` = \"{file}\": {wrong}")),
            None => self
                .complain(format!("`{name}` must be the name of a file in quotes, such as \"{name}.png\"")),
        }
    }

    fn bound(&mut self) {
        let named = self.pictures.len();
        if named > MOST_PICTURES {
            self.pictures.truncate(MOST_PICTURES);
            self.complain(format!(
                "{named} pictures are too many: the first {MOST_PICTURES} are used; leave some out"
            ));
        }
    }
}

/// Returns why a name cannot be that of a picture in the folder, if it cannot.
fn wrong_file(file: &str) -> Option<&'static str> {
    let path = Path::new(file);
    let is_plain = matches!(path.components().collect::<Vec<_>>()[..], [Component::Normal(_)]);
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    match ending.as_deref().and_then(|ending| ending.to_str()) {
        _ if !is_plain || file.contains(['/', '\\']) => {
            Some("name a file in the folder of the skin, without a path")
        }
        Some("png") => None,
        Some("svg") => Some("SVG is not supported: export it as PNG, 128 pixels wide and high"),
        _ => Some("pictures are PNG files: name one that ends in .png"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, complaint: &str) {
        let complaints = Manifest::parse(text).complaints;
        assert_eq!(complaints.len(), 1, "{text}: {complaints:?}");
        assert!(complaints[0].contains(complaint), "{text}: {complaints:?}");
    }

    #[test]
    fn every_mistake_is_told_with_its_key_and_what_to_do() {
        check("[pictures", "line 1");
        check("colour = 1", "`colour` is not known: use name, author");
        check("name = 1", "`name` must be a text in quotes");
        check("walls = 1", "write [walls]");
        check(
            "[pictures]\ndragon = \"d.png\"",
            "`dragon` in [pictures] is no picture of a skin: name a kind",
        );
        check("[walls]\nse = \"d.png\"", "in the order n, e, s, w");
        check("[pictures]\nbox = 1", "such as \"box.png\"");
        check("[pictures]\nbox = \"../box.png\"", "without a path");
        check("[pictures]\nbox = \"c:\\\\box.png\"", "without a path");
        check("[pictures]\nbox = \"box.svg\"", "SVG is not supported: export it as PNG");
        check("[pictures]\nbox = \"box.gif\"", "name one that ends in .png");
    }

    #[test]
    fn a_mistake_costs_only_itself() {
        let manifest = Manifest::parse("name = \"Mine\"\n[pictures]\nbox = \"b.png\"\ndragon = \"d.png\"");
        assert_eq!(manifest.title.as_deref(), Some("Mine"));
        assert_eq!(manifest.pictures.len(), 1);
    }
}
