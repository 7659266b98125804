//! Icons of the tools, drawn as shapes so that no font is needed.

use egui::{Color32, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, lerp, pos2};

use crate::edit_state::Tool;

/// Paints the icon of a tool into a square.
pub(super) fn paint(ui: &Ui, tool: Tool, square: Rect, colour: Color32) {
    let room = square.shrink(4.0);
    let at = |x: f32, y: f32| pos2(lerp(room.x_range(), x), lerp(room.y_range(), y));
    let stroke = Stroke::new(1.6, colour);
    let painter = ui.painter();
    let line = |points: &[Pos2]| painter.add(Shape::line(points.to_vec(), stroke));
    let shape = |points: &[Pos2], fill| painter.add(Shape::convex_polygon(points.to_vec(), fill, stroke));
    let soft = colour.gamma_multiply(0.35);
    match tool {
        Tool::Brush => {
            line(&[at(1.0, 0.0), at(0.4, 0.6)]);
            shape(&[at(0.4, 0.45), at(0.55, 0.6), at(0.25, 0.95), at(0.0, 1.0), at(0.05, 0.75)], colour);
        }
        Tool::Rectangle => _ = painter.rect(room.shrink(1.0), 1, soft, stroke, StrokeKind::Inside),
        Tool::Fill => {
            shape(&[at(0.45, 0.1), at(0.9, 0.55), at(0.45, 1.0), at(0.0, 0.55)], soft);
            painter.circle_filled(at(0.97, 0.85), 2.2, colour);
        }
        Tool::Eraser => {
            shape(&[at(0.6, 0.05), at(1.0, 0.4), at(0.45, 0.95), at(0.05, 0.6)], Color32::TRANSPARENT);
            shape(&[at(0.3, 0.35), at(0.7, 0.7), at(0.45, 0.95), at(0.05, 0.6)], soft);
        }
        Tool::Pick => {
            line(&[at(0.0, 1.0), at(0.6, 0.4)]);
            line(&[at(0.4, 0.3), at(0.7, 0.6)]);
            painter.circle_filled(at(0.8, 0.2), 3.6, colour);
        }
        Tool::Select => {
            let corners = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0), at(0.0, 0.0)];
            painter.extend(Shape::dashed_line(&corners, stroke, 3.2, 2.2));
        }
        Tool::Path => {
            let corners = [at(0.05, 0.95), at(0.05, 0.35), at(0.6, 0.35), at(0.95, 0.05)];
            line(&corners);
            corners.iter().for_each(|corner| _ = painter.circle_filled(*corner, 2.2, colour));
        }
        Tool::Link => {
            painter.circle_stroke(at(0.25, 0.75), 4.0, stroke);
            painter.arrow(at(0.45, 0.55), at(1.0, 0.0) - at(0.45, 0.55), stroke);
        }
    }
}
