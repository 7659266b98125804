//! Rasterises egui's tessellated output to a picture on the CPU: the same bytes on every machine, without GPU or
//! display.
//!
//! Used by [`crate::shot`] and by the picture tests. Sees triangles and textures only. Blends as egui's own painters
//! do: premultiplied, in gamma space, without dithering.

use std::collections::HashMap;

use egui::epaint::{ClippedPrimitive, ColorImage, ImageData, Mesh, Primitive, TextureId, Vertex};
use egui::{Color32, Rect, TextureFilter, TexturesDelta};

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Four bytes per pixel, row by row.
    pub rgba: Vec<u8>,
}

/// A texture, and whether it is sampled without interpolation.
#[derive(Default)]
struct Texture {
    image: ColorImage,
    sharp: bool,
}

/// The textures received from egui so far.
#[derive(Default)]
pub struct Raster {
    textures: HashMap<TextureId, Texture>,
    stale: Vec<TextureId>,
}

impl Raster {
    /// Applies changes to the textures. Call it after every pass, in order.
    pub fn learn(&mut self, delta: &mut TexturesDelta) {
        for id in self.stale.drain(..) {
            self.textures.remove(&id);
        }
        for (id, changes) in delta.set.drain() {
            for change in changes {
                let ImageData::Color(image) = change.image;
                let texture = self.textures.entry(id).or_default();
                texture.sharp = change.options.magnification == TextureFilter::Nearest;
                patch(&mut texture.image, &image, change.pos);
            }
        }
        self.stale.extend(delta.free.drain());
    }

    /// Paints a pass.
    pub fn paint(&self, pass: &[ClippedPrimitive], width: usize, height: usize, scale: f32) -> Picture {
        let mut canvas = Canvas { width, height, pixels: vec![[0.0, 0.0, 0.0, 255.0]; width * height] };
        for ClippedPrimitive { clip_rect, primitive } in pass {
            if let Primitive::Mesh(mesh) = primitive
                && let Some(texture) = self.textures.get(&mesh.texture_id)
            {
                canvas.mesh(mesh, texture, *clip_rect, scale);
            }
        }
        canvas.finish()
    }
}

fn patch(texture: &mut ColorImage, image: &ColorImage, at: Option<[usize; 2]>) {
    let Some([left, top]) = at else {
        *texture = image.clone();
        return;
    };
    for (row, pixels) in image.pixels.chunks_exact(image.width().max(1)).enumerate() {
        let start = (top + row) * texture.width() + left;
        texture.pixels[start..start + pixels.len()].copy_from_slice(pixels);
    }
}

struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[f32; 4]>,
}

/// A rectangle of pixels; `right` and `bottom` are exclusive.
#[derive(Clone, Copy)]
struct Bounds {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

/// Vertices are snapped to a grid this fine, as GPUs do, so that triangles that share an edge share no pixel.
const SUB: f32 = 256.0;

impl Canvas {
    fn mesh(&mut self, mesh: &Mesh, texture: &Texture, clip: Rect, scale: f32) {
        let clip = self.clip(clip, scale);
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [corners[0], corners[1], corners[2]].map(|index| mesh.vertices[index as usize]);
            if let Some(triangle) = Triangle::new(corners, scale) {
                self.triangle(&triangle, texture, clip);
            }
        }
    }

    fn clip(&self, clip: Rect, scale: f32) -> Bounds {
        let pixel = |point: f32, most: usize| (point * scale).round().clamp(0.0, most as f32) as i64;
        Bounds {
            left: pixel(clip.left(), self.width),
            top: pixel(clip.top(), self.height),
            right: pixel(clip.right(), self.width),
            bottom: pixel(clip.bottom(), self.height),
        }
    }

    fn triangle(&mut self, triangle: &Triangle, texture: &Texture, clip: Bounds) {
        let area = triangle.bounds(clip);
        let plain = triangle.plain(texture);
        for y in area.top..area.bottom {
            for x in area.left..area.right {
                if let Some(weights) = triangle.weights(x, y) {
                    let colour = plain.unwrap_or_else(|| triangle.colour(weights, texture));
                    blend(&mut self.pixels[y as usize * self.width + x as usize], colour);
                }
            }
        }
    }

    fn finish(self) -> Picture {
        let rgba = self.pixels.iter().flatten().map(|part| part.round().clamp(0.0, 255.0) as u8).collect();
        Picture { width: self.width, height: self.height, rgba }
    }
}

/// Rounds to whole bytes immediately, as a frame buffer would.
fn blend(under: &mut [f32; 4], over: [f32; 4]) {
    let rest = 1.0 - over[3] / 255.0;
    for (under, over) in under.iter_mut().zip(over) {
        *under = (over + *under * rest).round().min(255.0);
    }
}

struct Triangle {
    corners: [Vertex; 3],
    points: [[i64; 2]; 3],
    area: f32,
}

impl Triangle {
    /// Normalises the winding; `None` if the area is empty.
    fn new(mut corners: [Vertex; 3], scale: f32) -> Option<Self> {
        let place =
            |corner: &Vertex| [corner.pos.x, corner.pos.y].map(|part| (part * scale * SUB).round() as i64);
        let mut points = [place(&corners[0]), place(&corners[1]), place(&corners[2])];
        let mut area = edge(points[0], points[1], points[2]);
        if area < 0 {
            corners.swap(1, 2);
            points.swap(1, 2);
            area = -area;
        }
        (area > 0).then_some(Self { corners, points, area: area as f32 })
    }

    fn bounds(&self, clip: Bounds) -> Bounds {
        let range = |axis: usize| {
            let all = self.points.map(|point| point[axis]);
            let [a, b, c] = all;
            (a.min(b).min(c).div_euclid(SUB as i64), a.max(b).max(c).div_euclid(SUB as i64) + 1)
        };
        let ((left, right), (top, bottom)) = (range(0), range(1));
        Bounds {
            left: left.max(clip.left),
            top: top.max(clip.top),
            right: right.min(clip.right),
            bottom: bottom.min(clip.bottom),
        }
    }

    /// Barycentric weights at the centre of a pixel; `None` outside.
    fn weights(&self, x: i64, y: i64) -> Option<[f32; 3]> {
        let sub = SUB as i64;
        let at = [x * sub + sub / 2, y * sub + sub / 2];
        let [a, b, c] = self.points;
        let inside = [(b, c), (c, a), (a, b)].map(|(from, to)| {
            let side = edge(from, to, at);
            (side > 0 || (side == 0 && owns(from, to))).then_some(side as f32 / self.area)
        });
        Some([inside[0]?, inside[1]?, inside[2]?])
    }

    /// Colour of the whole triangle, if it is uniform.
    fn plain(&self, texture: &Texture) -> Option<[f32; 4]> {
        let [a, b, c] = &self.corners;
        let same = a.uv == b.uv && b.uv == c.uv && a.color == b.color && b.color == c.color;
        same.then(|| self.colour([1.0, 0.0, 0.0], texture))
    }

    fn colour(&self, weights: [f32; 3], texture: &Texture) -> [f32; 4] {
        let mut tint = [0.0; 4];
        let mut uv = [0.0; 2];
        for (corner, weight) in self.corners.iter().zip(weights) {
            let colour = corner.color.to_array();
            tint = std::array::from_fn(|part| tint[part] + f32::from(colour[part]) * weight);
            uv = [uv[0] + corner.uv.x * weight, uv[1] + corner.uv.y * weight];
        }
        let texel = if texture.sharp { nearest(&texture.image, uv) } else { sample(&texture.image, uv) };
        std::array::from_fn(|part| tint[part] * texel[part] / 255.0)
    }
}

/// Twice the area of a triangle; positive if its corners run clockwise on the screen.
fn edge(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether pixels exactly on this edge belong to the triangle: true for top and left edges.
fn owns(from: [i64; 2], to: [i64; 2]) -> bool {
    to[1] < from[1] || (to[1] == from[1] && to[0] > from[0])
}

/// Colour of the nearest pixel of a texture.
fn nearest(texture: &ColorImage, [u, v]: [f32; 2]) -> [f32; 4] {
    let [width, height] = texture.size;
    let at = |part: f32, many: usize| (part * many as f32).clamp(0.0, many as f32 - 1.0) as usize;
    texture.pixels[at(v, height) * width + at(u, width)].to_array().map(f32::from)
}

/// Colour interpolated between the four nearest pixels of a texture.
fn sample(texture: &ColorImage, [u, v]: [f32; 2]) -> [f32; 4] {
    let [width, height] = texture.size;
    let (x, y) = (u * width as f32 - 0.5, v * height as f32 - 0.5);
    let (part_x, part_y) = (x - x.floor(), y - y.floor());
    let pixel = |dx: f32, dy: f32| -> Color32 {
        let column = (x.floor() + dx).clamp(0.0, width as f32 - 1.0) as usize;
        let row = (y.floor() + dy).clamp(0.0, height as f32 - 1.0) as usize;
        texture.pixels[row * width + column]
    };
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(dx, dy)| {
        let near = |part: f32, d: f32| if d > 0.5 { part } else { 1.0 - part };
        (pixel(dx, dy).to_array(), near(part_x, dx) * near(part_y, dy))
    });
    std::array::from_fn(|part| corners.iter().map(|(pixel, weight)| f32::from(pixel[part]) * weight).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::epaint::{TextureId, WHITE_UV};
    use egui::{ImageData, epaint::ImageDelta, pos2};

    fn raster() -> Raster {
        let white = ColorImage::filled([1, 1], Color32::WHITE);
        let mut delta = TexturesDelta::default();
        delta
            .push(TextureId::default(), ImageDelta::full(ImageData::Color(white.into()), Default::default()));
        let mut raster = Raster::default();
        raster.learn(&mut delta);
        raster
    }

    fn paint(corners: &[(f32, f32)], indices: &[u32], colour: Color32, clip: Rect) -> Picture {
        let vertex = |&(x, y): &(f32, f32)| Vertex { pos: pos2(x, y), uv: WHITE_UV, color: colour };
        let mesh = Mesh {
            indices: indices.to_vec(),
            vertices: corners.iter().map(vertex).collect(),
            ..Mesh::default()
        };
        let pass = [ClippedPrimitive { clip_rect: clip, primitive: Primitive::Mesh(mesh) }];
        raster().paint(&pass, 8, 8, 1.0)
    }

    fn reds(picture: &Picture) -> Vec<u8> {
        picture.rgba.chunks_exact(4).map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn triangles_that_share_an_edge_share_no_pixel_and_leave_none_out() {
        let half = Color32::from_rgba_premultiplied(100, 0, 0, 128);
        let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0), (3.3, 4.7)];
        let fan = [0, 1, 4, 2, 1, 4, 2, 3, 4, 0, 3, 4];
        let picture = paint(&corners, &fan, half, Rect::EVERYTHING);
        assert!(reds(&picture).iter().all(|&red| red == 100), "{:?}", reds(&picture));
    }

    #[test]
    fn nothing_is_painted_outside_the_clip() {
        let corners = [(-90.0, -90.0), (90.0, -90.0), (0.0, 90.0)];
        let clip = Rect::from_min_max(pos2(2.0, 3.0), pos2(5.0, 4.0));
        let picture = paint(&corners, &[0, 1, 2], Color32::WHITE, clip);
        assert_eq!(reds(&picture).iter().filter(|&&red| red == 255).count(), 3);
    }

    #[test]
    fn blending_is_premultiplied() {
        let mut pixel = [100.0, 200.0, 0.0, 255.0];
        blend(&mut pixel, [50.0, 0.0, 0.0, 127.5]);
        assert_eq!(pixel, [100.0, 100.0, 0.0, 255.0]);
    }

    #[test]
    fn a_patch_goes_where_it_belongs() {
        let mut texture = ColorImage::filled([3, 3], Color32::BLACK);
        patch(&mut texture, &ColorImage::filled([2, 1], Color32::WHITE), Some([1, 2]));
        let white: Vec<usize> = (0..9).filter(|&at| texture.pixels[at] == Color32::WHITE).collect();
        assert_eq!(white, [7, 8]);
    }
}
