import "../frame/style.css";
