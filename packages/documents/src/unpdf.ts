// The functions of unpdf in use, as a separate bundle that is loaded with the first PDF.
export { getDocumentProxy, getMeta, getResolvedPDFJS } from 'unpdf';
