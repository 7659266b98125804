//! Finds and loads the skin to paint with: the one that the user chose, or that the level asks for.
//!
//! Part of skins, held by the app. Looks beside the open file, in the folders of the app, and among the bundled skins. Loads
//! again when a file has changed. Complaints are sentences; with any of them, what is right is used.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{ColorImage, Context};
use timeloom::journal::file::check_regular;
use timeloom::scene::skin;

use super::manifest::{Manifest, NamedPicture};
use super::{FOLDER, MANIFEST, MOST_BYTES, PictureKey, SkinSheet, picture};
use crate::watch::{self, FileStamp};

/// Most skins that are listed.
const MOST_KNOWN: usize = 100;

/// A bundled skin: its name, and its files.
type BundledSkin = (&'static str, &'static [(&'static str, &'static [u8])]);

/// Every folder under `editor/skins`.
static BUNDLED: &[BundledSkin] = include!(concat!(env!("OUT_DIR"), "/skins.rs"));

/// A skin that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSkin {
    /// Name of its folder.
    pub name: String,
    source: SkinSource,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SkinSource {
    Folder(PathBuf),
    Bundled(usize),
}

/// What decides about the skin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SkinRequest {
    /// Name of the skin to use; `None` uses the drawn figures.
    pub(crate) name: Option<String>,
    /// Folders of skins, in the order in which they are searched.
    pub(crate) places: Vec<PathBuf>,
}

/// The skins that were found, and the one in use.
#[derive(Debug, Default)]
pub struct SkinStore {
    request: Option<SkinRequest>,
    known: Vec<KnownSkin>,
    sheet: Option<Arc<SkinSheet>>,
    complaints: Vec<String>,
    /// Files that the list and the skin were read from.
    files: Vec<(PathBuf, FileStamp)>,
}

impl SkinRequest {
    /// Combines the choice of the user, the wish of the level, and the folders.
    pub(crate) fn new(
        choice: Option<&str>,
        level: Option<&str>,
        file: Option<&Path>,
        own: Option<PathBuf>,
    ) -> Self {
        let name = choice.or(level).filter(|name| !name.is_empty()).map(str::to_owned);
        let beside = file.map(|file| watch::folder(file).join(FOLDER));
        Self { name, places: beside.into_iter().chain(own).collect() }
    }
}

impl SkinStore {
    /// The skins that were found, by name.
    pub fn known(&self) -> &[KnownSkin] {
        &self.known
    }

    /// The skin in use, if any.
    pub fn sheet(&self) -> Option<&Arc<SkinSheet>> {
        self.sheet.as_ref()
    }

    /// Sentences about everything that is wrong with the skin in use.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// The files to watch for changes.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(path, _)| path.as_path())
    }

    /// Forgets what was read if a file has changed, so that [`SkinStore::follow`] reads again.
    pub(crate) fn look_again(&mut self) {
        if self.files.iter().any(|(path, stamp)| watch::stamp(path) != *stamp) {
            self.request = None;
        }
    }

    /// Loads what is requested, if it is not loaded; returns whether anything was read.
    pub(crate) fn follow(&mut self, ctx: &Context, request: SkinRequest) -> bool {
        if self.request.as_ref() == Some(&request) {
            return false;
        }
        *self = Self { known: listed(&request.places), ..Self::default() };
        self.watch(request.places.iter().cloned());
        if let Some(name) = &request.name {
            self.load(ctx, name, &request.places);
        }
        self.request = Some(request);
        true
    }

    fn watch(&mut self, paths: impl Iterator<Item = PathBuf>) {
        self.files.extend(paths.map(|path| {
            let stamp = watch::stamp(&path);
            (path, stamp)
        }));
    }

    fn load(&mut self, ctx: &Context, name: &str, places: &[PathBuf]) {
        let Some(source) =
            self.known.iter().find(|known| known.name == name).map(|known| known.source.clone())
        else {
            self.watch(places.iter().map(|place| place.join(name).join(MANIFEST)));
            return self.complaints.push(unknown(name, places));
        };
        self.watch(source.path(MANIFEST).into_iter());
        let manifest = match source.read(MANIFEST) {
            Ok(bytes) => Manifest::parse(&String::from_utf8_lossy(&bytes)),
            Err(error) => {
                Manifest { complaints: vec![format!("{MANIFEST}: {error}")], ..Manifest::default() }
            }
        };
        self.watch(manifest.pictures.iter().filter_map(|named| source.path(&named.file)));
        let (pictures, wrong) = read_all(&source, &manifest.pictures);
        let complaints = manifest.complaints.into_iter().chain(wrong);
        self.complaints = complaints.map(|wrong| format!("skin {name}: {wrong}")).collect();
        self.sheet = (!pictures.is_empty()).then(|| Arc::new(SkinSheet::new(ctx, &pictures)));
    }
}

impl SkinSource {
    /// The path of a file, if it is one on disk.
    fn path(&self, file: &str) -> Option<PathBuf> {
        if let Self::Folder(folder) = self { Some(folder.join(file)) } else { None }
    }

    /// Reads a file within limits; the error is the end of a sentence.
    fn read(&self, file: &str) -> Result<Vec<u8>, String> {
        match self {
            Self::Folder(folder) => read_file(&folder.join(file)),
            Self::Bundled(index) => {
                let found = BUNDLED[*index].1.iter().find(|(name, _)| *name == file);
                found.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| "there is no such file".to_owned())
            }
        }
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    check_regular(path).map_err(|error| error.to_string())?;
    let open = std::fs::File::open(path);
    let file =
        open.map_err(|_| "there is no such file in the folder of the skin: add it, or remove the key")?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Reads all pictures; each that cannot be used is a sentence.
fn read_all(source: &SkinSource, named: &[NamedPicture]) -> (Vec<(PictureKey, ColorImage)>, Vec<String>) {
    let (mut pictures, mut wrong) = (Vec::new(), Vec::new());
    for NamedPicture { key, name, file } in named {
        match source.read(file).and_then(|bytes| picture::decode(&bytes)) {
            Ok(image) => pictures.push((*key, image)),
            Err(error) => wrong.push(format!("{MANIFEST}: `{name}` = \"{file}\": {error}")),
        }
    }
    (pictures, wrong)
}

/// Lists the skins in these folders and the bundled ones; of skins with the same name, the first counts.
fn listed(places: &[PathBuf]) -> Vec<KnownSkin> {
    let mut known: Vec<KnownSkin> = Vec::new();
    let bundled = BUNDLED.iter().enumerate();
    let bundled = bundled.map(|(index, (name, _))| ((*name).to_owned(), SkinSource::Bundled(index)));
    for (name, source) in places.iter().flat_map(|place| skins_in(place)).chain(bundled) {
        if known.iter().all(|skin| skin.name != name) {
            known.push(KnownSkin { name, source });
        }
    }
    known.sort_by(|a, b| a.name.cmp(&b.name));
    known
}

fn skins_in(place: &Path) -> Vec<(String, SkinSource)> {
    let entries = std::fs::read_dir(place).into_iter().flatten().filter_map(Result::ok);
    let skins = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok().filter(|name| skin::check(name).is_ok())?;
        let folder = entry.path();
        folder.join(MANIFEST).exists().then_some((name, SkinSource::Folder(folder)))
    });
    skins.take(MOST_KNOWN).collect()
}

fn unknown(name: &str, places: &[PathBuf]) -> String {
    let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
    let advice = match places.is_empty() {
        true => "save the level, and put the skin into a folder `skins` beside it".to_owned(),
        false => format!("put a folder of that name with a {MANIFEST} into {}", places.join(" or ")),
    };
    format!("there is no skin {name}, so the drawn figures are used: {advice}")
}
