// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;

/**
 * The elements of a page that are not its text: scripts, controls of forms, pronunciations of ruby,
 * the page's header and footer, and navigation, also that of programs that write documentation.
 */
final class HtmlFurniture {
  private static final Set<String> ELEMENTS =
      Set.of(
          "script",
          "style",
          "template",
          "noscript",
          "nav",
          "aside",
          "button",
          "input",
          "select",
          "textarea",
          "svg",
          "iframe",
          "rt",
          "rp",
          "rtc",
          "annotation");

  private static final Set<String> ROLES =
      Set.of("navigation", "banner", "contentinfo", "search", "doc-toc");

  /** Of DocBook, Sphinx, Docusaurus, MkDocs and MediaWiki, and of breadcrumbs in general. */
  private static final List<String> CLASSES =
      List.of(
          "navheader",
          "navfooter",
          "toc",
          "sphinxsidebar",
          "headerlink",
          "wy-breadcrumbs",
          "breadcrumb",
          "breadcrumbs",
          "hash-link",
          "table-of-contents",
          "theme-doc-footer",
          "md-sidebar",
          "md-content__button",
          "mw-editsection");

  private HtmlFurniture() {}

  /** Whether an element is not text. The time does not depend on its content. */
  static boolean contains(Element element) {
    if (ELEMENTS.contains(element.normalName())) {
      return true;
    }
    if (element.attributesSize() == 0) {
      return isOfPage(element);
    }
    return isOfPage(element)
        || element.hasAttr("hidden")
        || ROLES.contains(element.attr("role").strip().toLowerCase(Locale.ROOT))
        || CLASSES.stream().anyMatch(element::hasClass);
  }

  /** Whether an element is the header or footer of the page rather than of a section. */
  private static boolean isOfPage(Element element) {
    return (element.nameIs("header") || element.nameIs("footer"))
        && element.parent() != null
        && element.parent().nameIs("body");
  }
}
